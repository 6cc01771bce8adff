(* The hash of the certificate format (docs/CERTIFICATE.md), from its published description: blocks of 64 bytes, chunks
   of 1024, a binary tree of chunks. Written for short texts, not for speed. *)

let iv = [| 0x6A09E667; 0xBB67AE85; 0x3C6EF372; 0xA54FF53A; 0x510E527F; 0x9B05688C; 0x1F83D9AB; 0x5BE0CD19 |]
let order = [| 2; 6; 3; 10; 7; 0; 4; 13; 1; 11; 12; 5; 9; 14; 15; 8 |]
let chunk_start, chunk_end, parent, root = 1, 2, 4, 8
let mask = 0xFFFFFFFF
let rotate x n = ((x lsr n) lor (x lsl (32 - n))) land mask

(* The words of the state after a block; the first eight are the chaining value. *)
let compress cv words counter length flags =
  let v = Array.append (Array.sub cv 0 8) [| iv.(0); iv.(1); iv.(2); iv.(3); counter land mask; counter lsr 32; length; flags |] in
  let mix a b c d x y =
    v.(a) <- (v.(a) + v.(b) + x) land mask; v.(d) <- rotate (v.(d) lxor v.(a)) 16;
    v.(c) <- (v.(c) + v.(d)) land mask; v.(b) <- rotate (v.(b) lxor v.(c)) 12;
    v.(a) <- (v.(a) + v.(b) + y) land mask; v.(d) <- rotate (v.(d) lxor v.(a)) 8;
    v.(c) <- (v.(c) + v.(d)) land mask; v.(b) <- rotate (v.(b) lxor v.(c)) 7 in
  let m = ref words in
  for turn = 1 to 7 do
    let w = !m in
    mix 0 4 8 12 w.(0) w.(1); mix 1 5 9 13 w.(2) w.(3); mix 2 6 10 14 w.(4) w.(5); mix 3 7 11 15 w.(6) w.(7);
    mix 0 5 10 15 w.(8) w.(9); mix 1 6 11 12 w.(10) w.(11); mix 2 7 8 13 w.(12) w.(13); mix 3 4 9 14 w.(14) w.(15);
    if turn < 7 then m := Array.map (fun i -> w.(i)) order
  done;
  Array.init 8 (fun i -> v.(i) lxor v.(i + 8))

(* Up to 1024 bytes. *)
let chunk text start length counter last =
  let byte i = if i < length then Char.code text.[start + i] else 0 in
  let blocks = max 1 ((length + 63) / 64) in
  let cv = ref iv in
  for block = 0 to blocks - 1 do
    let at = 64 * block in
    let word i = let j = at + 4 * i in byte j lor (byte (j + 1) lsl 8) lor (byte (j + 2) lsl 16) lor (byte (j + 3) lsl 24) in
    let flags = (if block = 0 then chunk_start else 0) lor (if block = blocks - 1 then chunk_end lor last else 0) in
    cv := compress !cv (Array.init 16 word) counter (min 64 (length - at)) flags
  done;
  !cv

let rec tree text start length counter last =
  if length <= 1024 then chunk text start length counter last
  else begin
    let rec largest n = if 2 * n < length then largest (2 * n) else n in
    let left = largest 1024 in
    let a = tree text start left counter 0 in
    let b = tree text (start + left) (length - left) (counter + left / 1024) 0 in
    compress iv (Array.append a b) 0 64 (parent lor last)
  end

(* The 32 bytes of the hash. *)
let hash text =
  let words = tree text 0 (String.length text) 0 root in
  String.init 32 (fun i -> Char.chr ((words.(i / 4) lsr (8 * (i mod 4))) land 255))

let hex bytes = String.concat "" (List.map (fun c -> Printf.sprintf "%02x" (Char.code c)) (List.of_seq (String.to_seq bytes)))
