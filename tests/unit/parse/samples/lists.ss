(define (foo x) x)
(define bar 1)
(define-syntax baz (syntax-rules ()))
