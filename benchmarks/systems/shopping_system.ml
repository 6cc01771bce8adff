let fresh () = Store.fresh ()

(* A cart is a set of items, as bits. *)
let add client item =
  Store.start client;
  let cart = Store.read client "cart" in
  if 0 <= item && item < 60 then Store.write client "cart" (cart lor (1 lsl item))

let finish client = Store.commit client
let in_cart item = 0 <= item && item < 60 && Store.value "cart" land (1 lsl item) <> 0

let checkout () =
  Store.start (-1);
  ignore (Store.read (-1) "cart");
  Store.write (-1) "cart" 0;
  ignore (Store.commit (-1))
