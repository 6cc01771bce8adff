let people = 10
let fresh () = Store.fresh ()
let following f a = Printf.sprintf "%d follows %d" f a
let timeline f m = Printf.sprintf "%d sees %d" f m

(* All messages of an author, by number. *)
let said a m = Printf.sprintf "%d said %d" a m
let messages = List.init 20 (fun m -> m - 4)

let follow f a =
  Store.start (-1);
  Store.write (-1) (following f a) 1;
  List.iter (fun m -> if Store.read (-1) (said a m) = 1 then Store.write (-1) (timeline f m) 1) messages;
  Store.commit (-1)

let unfollow f a =
  Store.start (-1);
  Store.write (-1) (following f a) 0;
  ignore (Store.commit (-1))

(* Copies go to those who follow now. *)
let post a m =
  Store.start 0;
  Store.write 0 (said a m) 1;
  for f = -4 to people do
    if Store.read 0 (following f a) = 1 then Store.write 0 (timeline f m) 1
  done

let publish () = Store.commit 0
let sees f m = Store.value (timeline f m) = 1
