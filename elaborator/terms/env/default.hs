-- What the constants of default.ml are in Haskell. Haskell's library is imported as P.

(+), (-) :: Int -> Int -> Int
(+) = (P.+)
(-) = (P.-)

(<), (==) :: Int -> Int -> Bool
(<) = (P.<)
(==) = (P.==)

not :: Bool -> Bool
not = P.not

(&&) :: Bool -> Bool -> Bool
(&&) = (P.&&)

fst :: (a, b) -> a
fst = P.fst

snd :: (a, b) -> b
snd = P.snd

id :: a -> a
id = P.id

seq :: a -> b -> b
seq = P.seq

hd :: [a] -> a
hd = P.head

tl :: [a] -> [a]
tl = P.tail

length :: [a] -> Int
length = P.length

append :: [a] -> [a] -> [a]
append = (P.++)

take :: Int -> [a] -> [a]
take = P.take

map :: (a -> b) -> [a] -> [b]
map = P.map

filter :: (a -> Bool) -> [a] -> [a]
filter = P.filter

fold :: (b -> a -> b) -> b -> [a] -> b
fold = P.foldl

compose :: (b -> c) -> (a -> b) -> a -> c
compose = (P..)
