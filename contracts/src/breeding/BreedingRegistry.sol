// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Collection721} from "../collection/Collection721.sol";
import {CollectionKind, ICollectionFactory} from "../collection/ICollectionFactory.sol";
import {BreedingRules} from "./BreedingRules.sol";
import {BreedingSettings} from "./BreedingSettings.sol";
import {Genome} from "./Genome.sol";
import {Life, Pairing, Siring, Terms} from "./BreedingRecords.sol";
import {IBreeding} from "./IBreeding.sol";

/// @title BreedingRegistry
/// @dev The records of collections and tokens, and the functions with which creators and owners change them. No payments.
abstract contract BreedingRegistry is BreedingSettings {
    /// @notice The highest number of uses of a token as a parent: 7.
    uint256 public constant MAX_USES = BreedingRules.MAX_USES;
    /// @notice The highest base fee. The fee of the most expensive pair (42 times the base fee) then fits 88 bits.
    uint96 public constant MAX_BASE_FEE = type(uint80).max;
    /// @notice The highest id of a token that can be bred. Both ids of a pair then fit one slot.
    uint256 public constant MAX_TOKEN_ID = type(uint128).max;

    /// @notice The longest time of a siring offer: 365 days.
    uint256 public constant MAX_SIRING = 365 days;

    /// @dev Two slots: the genes, and
    ///
    ///     224     216 215   208 207          192 191       152 151            88 87           24 (bits, from the right)
    ///     | enrolled | uses (8) | generation (16) | readyAt (40) | expectingId (64) | birthId (64) |
    struct BreedingState {
        uint256 genes;
        uint64 birthId;
        uint64 expectingId;
        uint40 readyAt;
        uint16 generation;
        uint8 uses;
        bool isEnrolled;
    }

    /// @dev Valid only while the token's number of transfers equals `moves`.
    struct SiringRight {
        uint96 price;
        uint40 endsAt;
        uint64 moves;
    }

    ICollectionFactory public immutable collectionFactory;
    /// @dev The hash of a clone's code without its arguments.
    bytes32 private immutable _cloneHash;
    uint256 private constant CLONE_BYTES = 45;

    mapping(address collection => Terms) private _terms;
    mapping(address collection => mapping(uint256 tokenId => BreedingState)) internal _states;
    mapping(address collection => mapping(uint256 tokenId => SiringRight)) internal _siringRights;
    mapping(uint256 id => Pairing) internal _pairings;

    constructor(address factory_) {
        if (factory_.code.length == 0) revert ContractMissing(factory_);
        collectionFactory = ICollectionFactory(factory_);
        // Solady's clone with immutable arguments, without the arguments.
        _cloneHash = keccak256(
            abi.encodePacked(
                hex"363d3d373d3d3d363d73",
                ICollectionFactory(factory_).implementation(CollectionKind.ERC721),
                hex"5af43d82803e903d91602b57fd5bf3"
            )
        );
    }

    /// @inheritdoc IBreeding
    function open(address collection, uint96 baseFee, uint8 traits, uint64 counts, bytes32 vocabulary) external {
        if (!_isOurs(collection)) revert CollectionNotOurs(collection);
        _onlyCreator(collection);
        _checkBaseFee(baseFee);
        Terms storage terms = _terms[collection];
        if (terms.traits == 0) {
            if (!Genome.areCounts(traits, counts)) revert TraitsNotAllowed(traits, counts);
        } else if (terms.traits != traits || terms.counts != counts || terms.vocabulary != vocabulary) {
            revert TermsFixed(collection);
        }
        (terms.isOpen, terms.baseFee, terms.traits, terms.counts) = (true, baseFee, traits, counts);
        terms.vocabulary = vocabulary;
        emit Opened(collection, msg.sender, baseFee, traits, counts, vocabulary);
    }

    /// @inheritdoc IBreeding
    function setBaseFee(address collection, uint96 baseFee) external {
        Terms storage terms = _openTerms(collection);
        _onlyCreator(collection);
        _checkBaseFee(baseFee);
        terms.baseFee = baseFee;
        emit BaseFeeSet(collection, baseFee);
    }

    /// @inheritdoc IBreeding
    function close(address collection) external {
        Terms storage terms = _openTerms(collection);
        _onlyCreator(collection);
        terms.isOpen = false;
        emit Closed(collection);
    }

    /// @inheritdoc IBreeding
    function enrol(address collection, uint256[] calldata tokenIds, uint256[] calldata genes) external {
        Terms storage terms = _openTerms(collection);
        (uint256 traits, uint256 counts) = (terms.traits, terms.counts);
        _onlyCreator(collection);
        if (tokenIds.length != genes.length) revert LengthsDiffer(tokenIds.length, genes.length);
        for (uint256 i; i < tokenIds.length; ++i) {
            uint256 tokenId = tokenIds[i];
            if (tokenId > MAX_TOKEN_ID) revert TokenIdTooHigh(tokenId, MAX_TOKEN_ID);
            if (!Genome.isValid(genes[i], traits, counts)) revert GenesNotAllowed(tokenId, genes[i]);
            BreedingState storage state = _states[collection][tokenId];
            if (state.isEnrolled) revert AlreadyEnrolled(tokenId);
            // Reverts if the token is not minted: genes must not be set for the id of a later child.
            Collection721(collection).ownerOf(tokenId);
            (state.genes, state.isEnrolled) = (genes[i], true);
            emit Enrolled(collection, tokenId, genes[i]);
        }
    }

    /// @inheritdoc IBreeding
    function offerSiring(address collection, uint256 tokenId, uint96 price, uint40 endsAt) external {
        _openTerms(collection);
        _onlyTokenOwner(collection, tokenId);
        if (!_states[collection][tokenId].isEnrolled) revert NotEnrolled(tokenId);
        if (endsAt <= block.timestamp || endsAt > block.timestamp + MAX_SIRING) {
            revert SiringEndNotAllowed(endsAt, block.timestamp);
        }
        _siringRights[collection][tokenId] = SiringRight(price, endsAt, Collection721(collection).movesOf(tokenId));
        emit SiringOffered(collection, tokenId, msg.sender, price, endsAt);
    }

    /// @inheritdoc IBreeding
    function withdrawSiring(address collection, uint256 tokenId) external {
        // Checked before any call to the collection: one that was never opened can be any contract.
        if (_siringRights[collection][tokenId].endsAt == 0) revert NoSiringOffer(tokenId);
        _onlyTokenOwner(collection, tokenId);
        delete _siringRights[collection][tokenId];
        emit SiringWithdrawn(collection, tokenId);
    }

    /// @inheritdoc IBreeding
    function termsOf(address collection) external view returns (Terms memory) {
        return _terms[collection];
    }

    /// @inheritdoc IBreeding
    function lifeOf(address collection, uint256 tokenId) external view returns (Life memory life) {
        BreedingState storage state = _states[collection][tokenId];
        (life.isEnrolled, life.genes, life.generation) = (state.isEnrolled, state.genes, state.generation);
        (life.uses, life.readyAt, life.birthId) = (state.uses, state.readyAt, state.birthId);
        life.expectingId = state.expectingId;
        Pairing storage birth = _pairings[state.birthId];
        (life.matronId, life.sireId) = (birth.matronId, birth.sireId);
    }

    /// @inheritdoc IBreeding
    function siringOf(address collection, uint256 tokenId) external view returns (Siring memory siring) {
        if (!_isOffered(collection, tokenId)) return siring;
        SiringRight storage right = _siringRights[collection][tokenId];
        return Siring(Collection721(collection).ownerOf(tokenId), right.price, right.endsAt);
    }

    /// @inheritdoc IBreeding
    function breedingOf(uint256 id) external view returns (Pairing memory) {
        return _pairings[id];
    }

    /// @inheritdoc IBreeding
    function isRelated(address collection, uint256 one, uint256 other) external view returns (bool) {
        return one == other || _areRelated(collection, one, other);
    }

    /// @inheritdoc IBreeding
    function feeOf(address collection, uint256 tokenId) external view returns (uint256) {
        return _feeOf(_openTerms(collection).baseFee, tokenId, _states[collection][tokenId]);
    }

    function _openTerms(address collection) internal view returns (Terms storage terms) {
        terms = _terms[collection];
        if (!terms.isOpen) revert NotOpen(collection);
    }

    /// @dev The terms of an open or closed collection.
    function _termsOf(address collection) internal view returns (Terms storage) {
        return _terms[collection];
    }

    function _feeOf(uint256 baseFee, uint256 tokenId, BreedingState storage state) internal view returns (uint256) {
        if (!state.isEnrolled) revert NotEnrolled(tokenId);
        if (state.uses >= MAX_USES) revert WornOut(tokenId);
        return BreedingRules.feeOf(baseFee, state.uses);
    }

    /// @dev Whether a siring offer is valid. A collection that was never opened has none.
    function _isOffered(address collection, uint256 tokenId) internal view returns (bool) {
        SiringRight storage right = _siringRights[collection][tokenId];
        return right.endsAt > block.timestamp && Collection721(collection).movesOf(tokenId) == right.moves;
    }

    function _childGeneration(BreedingState storage matron, BreedingState storage sire) internal view returns (uint16) {
        return (matron.generation > sire.generation ? matron.generation : sire.generation) + 1;
    }

    /// @dev Whether two tokens are parent and child, or full or half siblings. Founders have no parents.
    function _areRelated(address collection, uint256 one, uint256 other) internal view returns (bool) {
        uint256 birthOfOne = _states[collection][one].birthId;
        uint256 birthOfOther = _states[collection][other].birthId;
        if (birthOfOne == 0 && birthOfOther == 0) return false;
        (uint256 mother, uint256 father) = (_pairings[birthOfOne].matronId, _pairings[birthOfOne].sireId);
        if (birthOfOne != 0 && (mother == other || father == other)) return true;
        (uint256 othersMother, uint256 othersFather) =
            (_pairings[birthOfOther].matronId, _pairings[birthOfOther].sireId);
        if (birthOfOther != 0 && (othersMother == one || othersFather == one)) return true;
        return birthOfOne != 0 && birthOfOther != 0
            && (mother == othersMother || mother == othersFather || father == othersMother || father == othersFather);
    }

    function _onlyTokenOwner(address collection, uint256 tokenId) internal view {
        address owner_ = Collection721(collection).ownerOf(tokenId);
        if (msg.sender != owner_) revert NotTokenOwner(tokenId, msg.sender, owner_);
    }

    function _onlyCreator(address collection) private view {
        address creator = Collection721(collection).creator();
        if (msg.sender != creator) revert NotCreator(msg.sender, creator);
    }

    /// @dev A collection can claim any factory, but its code cannot be forged: it is the code of the factory's clones, which
    /// never changes. A clone of the same code that somebody else deployed is equally safe.
    function _isOurs(address collection) private view returns (bool) {
        bytes32 codeHash;
        assembly ("memory-safe") {
            let free := mload(0x40)
            extcodecopy(collection, free, 0, CLONE_BYTES)
            codeHash := keccak256(free, CLONE_BYTES)
        }
        return codeHash == _cloneHash;
    }

    function _checkBaseFee(uint256 baseFee) private pure {
        if (baseFee > MAX_BASE_FEE) revert BaseFeeTooHigh(baseFee, MAX_BASE_FEE);
    }
}
