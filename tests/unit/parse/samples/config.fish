function foo
end
set -g bar 1

set -gx EDITOR vim
alias ll 'ls -l'
