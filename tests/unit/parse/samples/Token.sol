// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import "./IERC20.sol";

/// @title A token.
contract Token is IERC20 {
    uint256 public constant MAX = 100;
    mapping(address => uint256) private balances;
    struct Holder { address owner; uint256 amount; }
    enum State { Open, Closed }
    event Transfer(address indexed from, uint256 value);
    error Insufficient(uint256 have);

    modifier onlyOwner() { _; }

    constructor(uint256 supply) { balances[msg.sender] = supply; }

    /// Sends tokens.
    function transfer(address to, uint256 value) external returns (bool) {
        return true;
    }

    receive() external payable {}
    fallback() external {}
}

interface IThing { function act() external; }
library Maths { function add(uint a, uint b) internal pure returns (uint) { return a + b; } }
type Price is uint256;

function double(uint a) pure returns (uint) { return 2 * a; }
