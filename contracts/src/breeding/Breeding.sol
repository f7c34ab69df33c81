// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Collection721} from "../collection/Collection721.sol";
import {BreedingRegistry} from "./BreedingRegistry.sol";
import {BreedingOutcome} from "./BreedingOutcome.sol";
import {Pairing, PairingPhase} from "./BreedingRecords.sol";
import {BreedingRules} from "./BreedingRules.sol";
import {BreedingSettings} from "./BreedingSettings.sol";
import {Genome} from "./Genome.sol";
import {IBreeding} from "./IBreeding.sol";

/// @title Breeding
/// @notice Breeds two tokens of one collection; {IBreeding} documents it.
/// @dev Each function checks, changes state, emits, and calls other contracts last. A reentrancy guard covers those that call.
contract Breeding is BreedingOutcome {
    using SafeERC20 for IERC20;

    /// @dev The number of earlier block hashes that each breeding stores.
    uint256 private constant HASHES_STORED_PER_BREEDING = 2;

    /// @dev The cost of a breeding. `isOffered`: the sire belongs to another owner, and its siring offer is used.
    struct Quote {
        uint256 fee;
        uint256 price;
        address sireOwner;
        bool isOffered;
    }

    /// @dev The fields of `Bred` that are not stored.
    struct BredDetails {
        uint256 price;
        uint40 sireReadyAt;
        uint8 matronUses;
        uint8 sireUses;
        uint16 generation;
    }

    constructor(
        address owner_,
        address operator_,
        address feeRecipient_,
        uint16 feeBps_,
        address weth_,
        address factory_,
        address auctionHouse_
    )
        BreedingSettings(owner_, operator_, feeRecipient_, feeBps_)
        BreedingRegistry(factory_)
        BreedingOutcome(weth_, auctionHouse_)
    {}

    /// @inheritdoc IBreeding
    function breed(address collection, uint256 matronId, uint256 sireId, uint256 maxCost)
        external
        nonReentrant
        returns (uint256 id)
    {
        if (_settings.isPaused) revert BreedingPaused();
        _openTerms(collection);
        _onlyTokenOwner(collection, matronId);
        Quote memory quote = _quote(collection, matronId, sireId);
        _checkFit(collection, matronId);
        _checkFit(collection, sireId);
        if (_areRelated(collection, matronId, sireId)) revert Related(matronId, sireId);
        uint256 cost = quote.fee + quote.price;
        if (cost > maxCost) revert CostTooHigh(cost, maxCost);
        if (!Collection721(collection).isMinter(address(this))) revert MinterMissing(collection);
        id = uint256(_lastId) + 1;
        if (!_isCommitted(id)) revert NoCommitment(id);

        _pair(id, collection, matronId, sireId, quote);
        if (cost != 0) weth.safeTransferFrom(msg.sender, address(this), cost);
        if (quote.price != 0) {
            uint256 share = BreedingRules.part(quote.price, _settings.feeBps);
            _pay(_settings.feeRecipient, share);
            _pay(quote.sireOwner, quote.price - share);
        }
    }

    /// @inheritdoc IBreeding
    function costOf(address collection, uint256 matronId, uint256 sireId)
        external
        view
        returns (uint256 fee, uint256 siringPrice)
    {
        Quote memory quote = _quote(collection, matronId, sireId);
        return (quote.fee, quote.price);
    }

    /// @inheritdoc IBreeding
    function mix(uint256 matronGenes, uint256 sireGenes, uint256 seed, uint256 traits, uint256 counts)
        external
        pure
        returns (uint256)
    {
        return Genome.mix(matronGenes, sireGenes, seed, traits, counts);
    }

    /// @dev The payment of the matron's owner, and the sire's owner, who receives the siring price.
    function _quote(address collection, uint256 matronId, uint256 sireId) private view returns (Quote memory quote) {
        uint256 baseFee = _openTerms(collection).baseFee;
        if (matronId == sireId) revert SameToken(matronId);
        quote.fee = _feeOf(baseFee, matronId, _states[collection][matronId])
            + _feeOf(baseFee, sireId, _states[collection][sireId]);
        quote.sireOwner = Collection721(collection).ownerOf(sireId);
        if (quote.sireOwner == Collection721(collection).ownerOf(matronId)) return quote;
        if (!_isOffered(collection, sireId)) revert NoSiringOffer(sireId);
        (quote.isOffered, quote.price) = (true, _siringRights[collection][sireId].price);
    }

    function _checkFit(address collection, uint256 tokenId) private view {
        BreedingState storage state = _states[collection][tokenId];
        if (state.expectingId != 0) revert Expecting(tokenId, state.expectingId);
        if (state.readyAt > block.timestamp) revert Resting(tokenId, state.readyAt);
    }

    function _pair(uint256 id, address collection, uint256 matronId, uint256 sireId, Quote memory quote) private {
        BreedingState storage matron = _states[collection][matronId];
        BreedingState storage sire = _states[collection][sireId];
        _use(matron);
        _use(sire);
        matron.expectingId = uint64(id);
        _lastId = uint64(id);
        _pairings[id] = Pairing({
            matronId: uint128(matronId),
            sireId: uint128(sireId),
            collection: collection,
            targetBlock: uint40(block.number + 1),
            readyAt: matron.readyAt,
            feeBps: _settings.feeBps,
            breeder: msg.sender,
            fee: uint88(quote.fee),
            phase: PairingPhase.EXPECTING,
            blockHash: 0
        });
        if (quote.isOffered) delete _siringRights[collection][sireId];
        _emitBred(
            id, _pairings[id], BredDetails(quote.price, sire.readyAt, matron.uses, sire.uses, _childGeneration(matron, sire))
        );
        _keepEarlier(id);
    }

    function _emitBred(uint256 id, Pairing storage pairing, BredDetails memory details) private {
        emit Bred(
            id,
            pairing.collection,
            pairing.matronId,
            pairing.sireId,
            pairing.breeder,
            pairing.fee,
            details.price,
            pairing.targetBlock,
            pairing.readyAt,
            details.sireReadyAt,
            details.matronUses,
            details.sireUses,
            details.generation
        );
    }

    function _use(BreedingState storage state) private {
        uint8 uses = state.uses;
        // forge-lint: disable-next-line(unsafe-typecast) -- until the year 36,812
        state.readyAt = uint40(block.timestamp + BreedingRules.restOf(state.generation, uses));
        state.uses = uses + 1;
    }

    /// @dev Stores hashes of earlier breedings, so that they do not expire without a worker while anyone breeds.
    function _keepEarlier(uint256 id) private {
        uint256 next = _nextToKeep;
        for (uint256 i; i < HASHES_STORED_PER_BREEDING && next < id; ++i) {
            Pairing storage pairing = _pairings[next];
            if (pairing.phase == PairingPhase.EXPECTING && pairing.blockHash == 0) {
                if (block.number <= pairing.targetBlock) break;
                _keep(next, pairing, _hashOf(pairing.targetBlock));
            }
            ++next;
        }
        _nextToKeep = uint64(next);
    }
}
