(ns shop.core
  "Shop logic."
  (:require [clojure.string :as str]))

(def max-items 100)
(def ^:private secret "x")
(defonce state (atom {}))

(defn add-item
  "Adds an item."
  [items item]
  (let [helper (fn [x] x)]
    (conj items (helper item))))

(defn- normalise [s] (str/trim s))

(defmacro unless [test & body]
  `(if ~test nil (do ~@body)))

(defprotocol Describe
  (describe [this] "Describes it."))

(defrecord Item [name price]
  Describe
  (describe [this] name))

(deftype Point [x y])
(defmulti area :shape)
(defmethod area :circle [c] (:r c))
(deftest adds (is (= 1 1)))

#_(defn ignored "Not read." [] 1)

(definline twice [x] `(* 2 ~x))
(defstruct size :width :height)

(extend-type Point
  Describe
  (describe
    ([this] "a point")
    ([this verbose] "a point, in many words")))

(extend-protocol Describe
  nil
  (describe [_] "nothing")
  String
  (describe [text] text))
