// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {EIP712} from "solady/utils/EIP712.sol";
import {BoundedCall} from "../auction/BoundedCall.sol";
import {Signature} from "../base/Signature.sol";
import {Collection721} from "../collection/Collection721.sol";
import {MintRequest} from "../collection/ICollection.sol";
import {BreedingRegistry} from "./BreedingRegistry.sol";
import {Pairing, PairingPhase, Terms} from "./BreedingRecords.sol";
import {BreedingRules} from "./BreedingRules.sol";
import {Genome} from "./Genome.sol";
import {IBreeding} from "./IBreeding.sol";

/// @title BreedingOutcome
/// @dev The outcome of a breeding: stores the block hash, hatches the child or declares it lost, and pays.
abstract contract BreedingOutcome is BreedingRegistry, EIP712, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @notice The time after which a breeding that could hatch can be declared lost: 7 days.
    uint256 public constant PATIENCE = 7 days;
    /// @notice The longest time by which a matron that moves, or that the auction house holds, can delay this: 365 days.
    uint256 public constant MAX_PATIENCE = 365 days;
    /// @dev EIP-2935's contract.
    address private constant HISTORY = 0x0000F90827F1C53a10cb7A02335B175320002935;
    bytes32 private constant BIRTH_TYPEHASH = keccak256("Birth(uint256 id,bytes32 digest)");

    /// @notice The currency of all payments.
    IERC20 public immutable weth;
    /// @notice The auction house, which may hold a matron.
    address public immutable auctionHouse;

    /// @inheritdoc IBreeding
    mapping(address account => uint256) public creditOf;

    struct Birth {
        address collection;
        address to;
        bytes32 secret;
        uint256 seed;
        uint256 matronGenes;
        uint256 sireGenes;
        uint256 genes;
        bytes32 digest;
        uint256 childId;
    }

    constructor(address weth_, address auctionHouse_) {
        if (weth_.code.length == 0) revert ContractMissing(weth_);
        if (auctionHouse_.code.length == 0) revert ContractMissing(auctionHouse_);
        (weth, auctionHouse) = (IERC20(weth_), auctionHouse_);
    }

    /// @inheritdoc IBreeding
    function keep(uint256 id) external {
        _kept(id, _expected(id));
    }

    /// @inheritdoc IBreeding
    function hatch(
        uint256 id,
        bytes32 secret,
        bytes32[] calldata proof,
        bytes32 digest,
        bytes calldata operatorSignature
    ) external nonReentrant returns (uint256 childId) {
        _expected(id);
        if (!_isSecret(id, secret, proof)) revert SecretNotCommitted(id);
        if (!Signature.isOf(operator, hashBirth(id, digest), operatorSignature)) {
            revert InvalidBirthSignature(operator);
        }
        return _hatch(id, secret, digest);
    }

    /// @inheritdoc IBreeding
    function lose(uint256 id) external nonReentrant {
        Pairing storage pairing = _expected(id);
        if (!_isMissed(pairing)) _checkPatience(id, pairing);
        pairing.phase = PairingPhase.LOST;
        _states[pairing.collection][pairing.matronId].expectingId = 0;
        emit Lost(id, pairing.fee);
        _pay(pairing.breeder, pairing.fee);
    }

    /// @inheritdoc IBreeding
    function claim(address account) external nonReentrant {
        uint256 amount = creditOf[account];
        if (amount == 0) revert CreditMissing(account);
        creditOf[account] = 0;
        emit Claimed(account, amount);
        weth.safeTransfer(account, amount);
    }

    /// @inheritdoc IBreeding
    function hashBirth(uint256 id, bytes32 digest) public view returns (bytes32) {
        return _hashTypedData(keccak256(abi.encode(BIRTH_TYPEHASH, id, digest)));
    }

    /// @inheritdoc IBreeding
    function childIdOf(uint256 id) public view returns (uint256) {
        return Collection721(_pairings[id].collection).firstIdOf(address(this)) + id;
    }

    function _keep(uint256 id, Pairing storage pairing, bytes32 blockHash) internal {
        if (blockHash == 0) return;
        pairing.blockHash = blockHash;
        emit BlockKept(id, blockHash);
    }

    /// @dev The hash of the target block; stores it if it is not stored.
    function _kept(uint256 id, Pairing storage pairing) private returns (bytes32 blockHash) {
        blockHash = pairing.blockHash;
        if (blockHash != 0) return blockHash;
        uint256 targetBlock = pairing.targetBlock;
        if (block.number <= targetBlock) revert BlockNotMined(id, targetBlock);
        blockHash = _hashOf(targetBlock);
        if (blockHash == 0) revert BlockMissed(id, targetBlock);
        _keep(id, pairing, blockHash);
    }

    /// @dev Whether the hash of the target block has expired: the block is mined, and its hash no longer available.
    function _isMissed(Pairing storage pairing) private view returns (bool) {
        return pairing.blockHash == 0 && block.number > pairing.targetBlock && _hashOf(pairing.targetBlock) == 0;
    }

    /// @dev The hash of one of the last 256 blocks, or of the last 8,191 on chains with EIP-2935's
    /// contract. Zero if neither knows it; a call to an address without code returns nothing.
    function _hashOf(uint256 number) internal view returns (bytes32 blockHash) {
        blockHash = blockhash(number);
        if (blockHash != 0) return blockHash;
        (bool success, bytes memory answer) = HISTORY.staticcall(abi.encode(number));
        if (success && answer.length == 32) blockHash = bytes32(answer);
    }

    function _hatch(uint256 id, bytes32 secret, bytes32 digest) private returns (uint256 childId) {
        Pairing storage pairing = _expected(id);
        if (block.timestamp < pairing.readyAt) revert NotReady(id, pairing.readyAt);
        Birth memory birth;
        (birth.collection, birth.secret, birth.digest) = (pairing.collection, secret, digest);
        birth.seed = uint256(keccak256(abi.encode(id, _kept(id, pairing), secret)));
        childId = birth.childId = childIdOf(id);
        birth.to = _ownerAtHatch(birth.collection, pairing.matronId);
        _deliver(id, pairing, birth);

        MintRequest memory request;
        (request.to, request.tokenId, request.quantity, request.digest) = (birth.to, childId, 1, digest);
        request.royaltyBps = Collection721(birth.collection).royaltyBpsOf(pairing.matronId);
        // forge-lint: disable-next-line(unsafe-typecast) -- seconds
        request.deadline = uint64(block.timestamp);
        Collection721(birth.collection).mint(request);
        _payOut(pairing);
    }

    /// @dev Draws the genes of the child and records it.
    function _deliver(uint256 id, Pairing storage pairing, Birth memory birth) private {
        BreedingState storage matron = _states[birth.collection][pairing.matronId];
        BreedingState storage sire = _states[birth.collection][pairing.sireId];
        Terms storage terms = _termsOf(birth.collection);
        (birth.matronGenes, birth.sireGenes) = (matron.genes, sire.genes);
        birth.genes = Genome.mix(birth.matronGenes, birth.sireGenes, birth.seed, terms.traits, terms.counts);
        pairing.phase = PairingPhase.HATCHED;
        matron.expectingId = 0;
        _states[birth.collection][birth.childId] = BreedingState({
            genes: birth.genes,
            birthId: uint64(id),
            expectingId: 0,
            readyAt: 0,
            generation: _childGeneration(matron, sire),
            uses: 0,
            isEnrolled: true
        });
        _emitHatched(id, birth);
    }

    function _emitHatched(uint256 id, Birth memory birth) private {
        emit Hatched(
            id,
            birth.collection,
            birth.childId,
            birth.to,
            birth.secret,
            birth.seed,
            birth.matronGenes,
            birth.sireGenes,
            birth.genes,
            birth.digest
        );
    }

    function _ownerAtHatch(address collection, uint256 matronId) private view returns (address owner_) {
        owner_ = Collection721(collection).ownerOf(matronId);
        if (owner_ == auctionHouse) revert InAuction(matronId);
    }

    /// @dev A transfer of the matron (for example from an auction) restarts `PATIENCE`, so that the new owner has time to
    /// hatch the child. `MAX_PATIENCE` limits the delay of the refund by a matron that moves again and again, or that stays in
    /// the auction house.
    function _checkPatience(uint256 id, Pairing storage pairing) private view {
        Collection721 collection = Collection721(pairing.collection);
        uint256 lostAt = pairing.readyAt + MAX_PATIENCE;
        if (collection.ownerOf(pairing.matronId) != auctionHouse) {
            uint256 since = collection.movedAtOf(pairing.matronId);
            if (since < pairing.readyAt) since = pairing.readyAt;
            if (since + PATIENCE < lostAt) lostAt = since + PATIENCE;
        }
        if (block.timestamp < lostAt) revert NotLost(id, lostAt);
    }

    function _expected(uint256 id) private view returns (Pairing storage pairing) {
        pairing = _pairings[id];
        if (pairing.phase != PairingPhase.EXPECTING) revert NotExpecting(id);
    }

    function _payOut(Pairing storage pairing) private {
        uint256 fee = pairing.fee;
        uint256 share = BreedingRules.part(fee, pairing.feeBps);
        _pay(_settings.feeRecipient, share);
        _pay(Collection721(pairing.collection).creator(), fee - share);
    }

    function _pay(address to, uint256 amount) internal {
        if (amount == 0 || BoundedCall.tryTransfer(address(weth), to, amount)) return;
        creditOf[to] += amount;
        emit Credited(to, amount);
    }

    function _domainNameAndVersion() internal pure override returns (string memory, string memory) {
        return ("Skarb Breeding", "1");
    }
}
