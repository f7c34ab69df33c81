// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Bidding, IAuctionHouse, Lot} from "../../src/auction/IAuctionHouse.sol";

/// @dev An ERC-20 token that misbehaves on demand.
contract OddMoney is ERC20("Odd", "ODD") {
    enum Oddity {
        NONE,
        REFUSES,
        ANSWERS_FALSE,
        BURNS_GAS,
        BOMBS,
        TAKES_FEE,
        REENTERS
    }

    Oddity public oddity;
    address public victim;
    bytes public entry;
    bool public entered;
    bytes public answer;

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    /// @dev The misbehaviour applies to transfers to `victim` (to anyone, if zero).
    function behave(Oddity oddity_, address victim_, bytes calldata entry_) external {
        (oddity, victim, entry) = (oddity_, victim_, entry_);
    }

    function transfer(address to, uint256 amount) public override returns (bool) {
        if (victim != address(0) && to != victim) return super.transfer(to, amount);
        if (oddity == Oddity.REFUSES) revert("no");
        if (oddity == Oddity.ANSWERS_FALSE) return false;
        if (oddity == Oddity.BURNS_GAS) while (true) {}
        if (oddity == Oddity.BOMBS) {
            assembly {
                revert(0, 1000000)
            }
        }
        if (oddity == Oddity.REENTERS) (entered, answer) = msg.sender.call(entry);
        return super.transfer(to, amount);
    }

    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount);
        if (oddity == Oddity.TAKES_FEE && from != address(0) && to != address(0)) super._update(to, address(0), 1);
    }
}

/// @dev An ERC-721 with a configurable royalty.
contract OddPieces is ERC721("Odd", "ODD") {
    uint256 public way;
    address public receiver;
    uint256 public percent;

    function mint(address to, uint256 tokenId) external {
        _mint(to, tokenId);
    }

    function mintInto(address to, uint256 tokenId, bytes calldata data) external {
        _safeMint(to, tokenId, data);
    }

    function behave(uint256 way_, address receiver_, uint256 percent_) external {
        (way, receiver, percent) = (way_, receiver_, percent_);
    }

    function royaltyInfo(uint256, uint256 price) external view returns (address, uint256) {
        if (way == 1) revert("no");
        if (way == 2) while (true) {}
        if (way == 3) {
            assembly {
                return(0, 1000000)
            }
        }
        if (way == 4) {
            assembly {
                mstore(0, not(0))
                mstore(0x20, not(0))
                return(0, 0x40)
            }
        }
        if (way == 5) return (receiver, type(uint256).max);
        if (way == 6) {
            assembly {
                return(0, 0x20)
            }
        }
        return (receiver, price * percent / 100);
    }
}

/// @dev A bidder contract that refuses NFTs unless `hasHook` is set.
contract ContractBidder {
    bool public hasHook;

    constructor(bool hasHook_) {
        hasHook = hasHook_;
    }

    function act(address target, bytes calldata data) external {
        (bool success, bytes memory answer) = target.call(data);
        if (!success) {
            assembly {
                revert(add(answer, 0x20), mload(answer))
            }
        }
    }

    function onERC721Received(address, address, uint256, bytes calldata) external view returns (bytes4) {
        return hasHook ? this.onERC721Received.selector : bytes4(0);
    }
}

/// @dev A wallet that accepts NFTs and uses most of the gas that a delivery may cost.
contract HeavyWallet {
    uint256 public constant NEED = 330_000;

    function onERC721Received(address, address, uint256, bytes calldata) external view returns (bytes4) {
        uint256 before = gasleft();
        while (before - gasleft() < NEED) {}
        return this.onERC721Received.selector;
    }
}
