function y = foo(x)
% doc
y = x;
end
