let fresh () = Store.fresh ()
let checking w = Printf.sprintf "checking %d" w
let savings w = Printf.sprintf "savings %d" w
let change client key x = Store.write client key (Store.read client key + x)

let deposit client w x =
  Store.start client;
  change client (checking w) x

let save client w x =
  Store.start client;
  change client (savings w) x

let amalgamate client from towards =
  Store.start client;
  if from <> towards then begin
    let all = Store.read client (checking from) + Store.read client (savings from) in
    Store.write client (checking from) 0;
    Store.write client (savings from) 0;
    change client (checking towards) all
  end

let finish client = Store.commit client
let balance w = Store.value (checking w) + Store.value (savings w)
