<#
.SYNOPSIS
Tools.
#>
using namespace System.IO

$script:MaxItems = 100

# Gets an item.
function Get-Item2 {
    [CmdletBinding()]
    param([string]$Name)
    function Inner { 1 }
    return $Name
}

filter Select-Even { if ($_ % 2 -eq 0) { $_ } }

class Account {
    [string]$Owner
    static [int]$Count = 0
    Account([string]$owner) { $this.Owner = $owner }
    [void] Deposit([int]$amount) { }
}

enum Color { Red; Green }

class Savings : Account { [void] Close() { } }

[string]$Typed = "x"
$first, $second = 1, 2
$first.Length = 3
