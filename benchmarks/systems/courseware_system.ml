let fresh () = Store.fresh ()
let student s = Printf.sprintf "student %d" s
let course c = Printf.sprintf "course %d" c
let members c = Printf.sprintf "members %d" c
let pair s c = Printf.sprintf "%d in %d" s c

let alone client work =
  Store.start client;
  let result = work () in
  Store.commit client && result

let register s = ignore (alone (-1) (fun () -> Store.write (-1) (student s) 1; true))
let open_course c = ignore (alone (-1) (fun () -> Store.write (-1) (course c) 1; true))

let close_course c =
  alone (-1) (fun () ->
      let good = Store.read (-1) (course c) = 1 && Store.read (-1) (members c) = 0 in
      if good then Store.write (-1) (course c) 0;
      good)

let enroll s c =
  Store.start 0;
  let good = Store.read 0 (student s) = 1 && Store.read 0 (course c) = 1 in
  if good then begin
    Store.write 0 (members c) (Store.read 0 (members c) + 1);
    Store.write 0 (pair s c) 1
  end;
  good

let finish () = Store.commit 0
let enrolled s c = Store.value (pair s c) = 1
