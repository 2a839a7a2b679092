function foo
end
set -g bar 1
