// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IAuctionHouse} from "./IAuctionHouse.sol";

/// @title AuctionSettings
/// @dev Everything that the owner of an auction house can change.
abstract contract AuctionSettings is IAuctionHouse, Ownable2Step {
    /// @notice The highest fee: 10 %.
    uint16 public constant MAX_FEE_BPS = 1_000;

    /// @dev One slot, because creating an auction reads all of it.
    struct Settings {
        address feeRecipient;
        uint16 feeBps;
        bool isPaused;
    }

    Settings internal _settings;

    /// @inheritdoc IAuctionHouse
    mapping(address currency => bool) public isCurrency;

    constructor(address owner_, address feeRecipient_, uint16 feeBps_, address[] memory currencies) Ownable(owner_) {
        _setFee(feeRecipient_, feeBps_);
        for (uint256 i; i < currencies.length; ++i) {
            _setCurrency(currencies[i], true);
        }
    }

    /// @inheritdoc IAuctionHouse
    function setFee(address recipient, uint16 bps) external onlyOwner {
        _setFee(recipient, bps);
    }

    /// @inheritdoc IAuctionHouse
    function setCurrency(address currency, bool allowed) external onlyOwner {
        _setCurrency(currency, allowed);
    }

    /// @inheritdoc IAuctionHouse
    function setPaused(bool paused) external onlyOwner {
        _settings.isPaused = paused;
        emit PausedSet(paused);
    }

    /// @inheritdoc IAuctionHouse
    function feeRecipient() external view returns (address) {
        return _settings.feeRecipient;
    }

    /// @inheritdoc IAuctionHouse
    function feeBps() external view returns (uint16) {
        return _settings.feeBps;
    }

    /// @inheritdoc IAuctionHouse
    function isPaused() external view returns (bool) {
        return _settings.isPaused;
    }

    /// @notice Always reverts.
    function renounceOwnership() public pure override {
        revert OwnershipNotRenounceable();
    }

    function _setFee(address recipient, uint16 bps) private {
        if (recipient == address(0) || recipient == address(this)) revert RecipientNotAllowed(recipient);
        if (bps > MAX_FEE_BPS) revert FeeTooHigh(bps, MAX_FEE_BPS);
        (_settings.feeRecipient, _settings.feeBps) = (recipient, bps);
        emit FeeSet(recipient, bps);
    }

    function _setCurrency(address currency, bool allowed) private {
        // A call to an address without code succeeds, so bids in such a currency would cost nothing.
        if (allowed && currency.code.length == 0) revert CurrencyMissing(currency);
        isCurrency[currency] = allowed;
        emit CurrencySet(currency, allowed);
    }
}
