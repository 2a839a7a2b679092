#lang racket
(define (foo x) x)
(define bar 1)
(struct point (x y))

(define/contract (norm p) (-> point? real?) 1)
