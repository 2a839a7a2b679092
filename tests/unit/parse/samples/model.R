library(stats)

#' Fit a model.
#'
#' @param x numbers
fit_model <- function(x, y = NULL, ...) {
  helper <- function(z) z + 1
  helper(x)
}

predict.model = function(object, newdata) {
  object
}

MAX_ITERATIONS <- 100

`%+%` <- function(a, b) paste0(a, b)

square <- \(x) x^2

setClass("Person", representation(name = "character"))
setGeneric("describe", function(object) standardGeneric("describe"))
setMethod("describe", "Person", function(object) cat(object@name))

Account <- R6Class("Account", public = list(
  balance = 0,
  deposit = function(amount) { self$balance <- amount }
))

Person <- setRefClass("Person", fields = list(name = "character"))
tools$round <- function(x) x
