// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice A mint that a creator requests. The creator sends it, or signs it (EIP-712) so that anyone can send it.
/// @param to The receiver of the token; not zero.
/// @param tokenId An id that was never minted in this collection; below 2^64 in an ERC-721 one ({ICollection721}).
/// @param quantity The number of units: exactly 1 in an ERC-721 collection, 1 to 2^240 - 1 in an ERC-1155 one.
/// @param digest sha-256 of the metadata JSON; not zero.
/// @param royaltyBps The creator's share of every sale in basis points; at most 5000 (50 %).
/// @param deadline The last second (unix time) in which the request is valid.
struct MintRequest {
    address to;
    uint256 tokenId;
    uint256 quantity;
    bytes32 digest;
    uint16 royaltyBps;
    uint64 deadline;
}

/// @title ICollection
/// @notice The common part of the ERC-721 and the ERC-1155 collection. A collection is a minimal clone: its creator and name
/// are part of its code, so they never change, and its address is known before it is deployed.
/// @dev No metadata ever changes, neither a collection's nor a token's: so ERC-4906's `MetadataUpdate`,
/// ERC-7572's `ContractURIUpdated` and ERC-1155's `URI` are neither declared nor emitted.
///
/// EIP-712 domain: `{ name: "Skarb Collection", version: "1", chainId, verifyingContract: this collection }`, type
/// `MintRequest(address to,uint256 tokenId,uint256 quantity,bytes32 digest,uint16 royaltyBps,uint64 deadline)`.
interface ICollection {
    /// @notice A token was minted.
    event Minted(uint256 indexed tokenId, address indexed to, uint256 quantity, bytes32 digest, uint16 royaltyBps);

    /// @notice Only the creator can mint without a signature.
    error NotCreator(address caller, address creator);
    /// @notice Only the factory can mint for the creator, within `createAndMint`.
    error NotFactory(address caller, address factory);
    /// @notice The signature is not the creator's for this request, this collection and this chain.
    error InvalidMintSignature(address creator);
    /// @notice The deadline of the request has passed.
    error MintRequestExpired(uint256 deadline, uint256 timestamp);
    /// @notice The digest of the metadata is zero.
    error DigestMissing(uint256 tokenId);
    /// @notice The royalty is above the cap.
    error RoyaltyTooHigh(uint256 royaltyBps, uint256 maximumBps);
    /// @notice The quantity is not allowed in this kind of collection.
    error QuantityNotAllowed(uint256 quantity, uint256 minimum, uint256 maximum);
    /// @notice The id was minted before. Each id can be minted once, which also prevents replays of a request.
    error TokenAlreadyMinted(uint256 tokenId);
    /// @notice No token with this id was minted.
    error TokenNotMinted(uint256 tokenId);

    /// @notice Mints the requested token. Only the creator, or a minter in its own range of ids.
    /// @dev ERC-721 mints call no receiver hook (the creator named the receiver); ERC-1155 mints do, as the standard requires.
    function mint(MintRequest calldata request) external;

    /// @notice Mints the token of a request that the creator signed. Anyone can send it and pay the gas.
    /// @param signature The creator's: 65 or 64 bytes of a key, or one that an ERC-1271 wallet accepts.
    function mintWithRequest(MintRequest calldata request, bytes calldata signature) external;

    /// @notice Mints for a creator who called the factory's `createAndMint`. Only the factory.
    function mintFromFactory(MintRequest calldata request) external;

    /// @notice The creator, who owns the collection permanently.
    function creator() external view returns (address);

    /// @notice Equal to `creator`, under the name that marketplaces read.
    function owner() external view returns (address);

    /// @notice ERC-7572: a `data:application/json` address with the collection's name, symbol and creator (`collaborators`).
    function contractURI() external view returns (string memory);

    /// @notice The factory that deployed this collection.
    function factory() external view returns (address);

    /// @notice sha-256 of the token's metadata JSON; zero for an id that was never minted.
    function digestOf(uint256 tokenId) external view returns (bytes32);

    /// @notice The creator's share of every sale of this token, in basis points.
    function royaltyBpsOf(uint256 tokenId) external view returns (uint16);

    /// @notice ERC-2981: the receiver and the amount of the royalty, rounded down. Zero for an id that was never minted.
    function royaltyInfo(uint256 tokenId, uint256 salePrice) external view returns (address receiver, uint256 amount);

    /// @notice The EIP-712 hash that the creator signs for a request.
    function hashMintRequest(MintRequest calldata request) external view returns (bytes32);
}
