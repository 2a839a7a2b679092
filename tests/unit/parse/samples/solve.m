function y = foo(x)
% doc
y = x;
end

classdef Valve < handle
  events
    Opened
  end
  enumeration
    Low, High
  end
end
