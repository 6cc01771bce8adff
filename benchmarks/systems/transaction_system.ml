let wrong = ref false
let key k = string_of_int k
let fresh () = Store.fresh ()
let start c = Store.start c
let put c k v = Store.write c (key k) v

(* A read is answered by a replica. The wrong one takes what was committed, once something was. *)
let get c k = if !wrong && Store.version (key k) > 0 then Store.value (key k) else Store.read c (key k)
let commit c = Store.commit c
