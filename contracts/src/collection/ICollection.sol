// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice What a creator asks to be minted. He either sends it himself or signs it (EIP-712) for anyone to carry.
/// @param to Who receives the token; not zero.
/// @param tokenId A number not yet minted in this collection; below 2^64 in an ERC-721 one ({ICollection721}).
/// @param quantity Number of copies: exactly 1 in an ERC-721 collection, 1 to 2^240 - 1 in an ERC-1155 one.
/// @param digest sha-256 of the metadata JSON; not zero.
/// @param royaltyBps The creator's part of every sale, in hundredths of a percent; at most 5000 (50 %).
/// @param deadline Last second (unix time) at which the request holds.
struct MintRequest {
    address to;
    uint256 tokenId;
    uint256 quantity;
    bytes32 digest;
    uint16 royaltyBps;
    uint64 deadline;
}

/// @title A creator's collection
/// @notice What the ERC-721 and the ERC-1155 collection share. A collection is a minimal clone: its creator and name
/// are part of its code, so they can never change, and its address is known before it exists.
/// @dev No metadata ever changes, neither a collection's nor a token's: there is nothing for ERC-4906's `MetadataUpdate`,
/// ERC-7572's `ContractURIUpdated` or ERC-1155's `URI` to tell, so none of them is declared or emitted.
///
/// EIP-712 domain: `{ name: "Skarb Collection", version: "1", chainId, verifyingContract: this collection }`, type
/// `MintRequest(address to,uint256 tokenId,uint256 quantity,bytes32 digest,uint16 royaltyBps,uint64 deadline)`.
interface ICollection {
    /// @notice A token came into being.
    event Minted(uint256 indexed tokenId, address indexed to, uint256 quantity, bytes32 digest, uint16 royaltyBps);

    /// @notice Only the creator may mint without a signature.
    error NotCreator(address caller, address creator);
    /// @notice Only the factory may mint in the creator's stead within `createAndMint`.
    error NotFactory(address caller, address factory);
    /// @notice The signature is not the creator's over exactly this request, this collection and this chain.
    error InvalidMintSignature(address creator);
    /// @notice The request's last second is over.
    error MintRequestExpired(uint256 deadline, uint256 timestamp);
    /// @notice A token needs the digest of its metadata.
    error DigestMissing(uint256 tokenId);
    /// @notice The royalty asked is above the cap.
    error RoyaltyTooHigh(uint256 royaltyBps, uint256 maximumBps);
    /// @notice This kind of collection can't hold that many copies of one token.
    error QuantityNotAllowed(uint256 quantity, uint256 minimum, uint256 maximum);
    /// @notice The id has been minted before: an id is minted once, ever, which is also why a request can't be replayed.
    error TokenAlreadyMinted(uint256 tokenId);
    /// @notice Nothing has been minted under this id.
    error TokenNotMinted(uint256 tokenId);

    /// @notice Mints as the request says. Only the creator.
    /// @dev ERC-721 mints call no receiver hook (the creator named the receiver); ERC-1155 mints do, as its standard asks.
    function mint(MintRequest calldata request) external;

    /// @notice Mints as the creator's signed request says. Anyone may carry it, and pays the gas.
    /// @param signature By the creator: 65 or 64 bytes from a key, or whatever an ERC-1271 wallet accepts.
    function mintWithRequest(MintRequest calldata request, bytes calldata signature) external;

    /// @notice Mints for the creator who called the factory's `createAndMint` himself. Only the factory.
    function mintFromFactory(MintRequest calldata request) external;

    /// @notice Whom the collection belongs to, for ever.
    function creator() external view returns (address);

    /// @notice The same as `creator`, under the name marketplaces look for.
    function owner() external view returns (address);

    /// @notice ERC-7572: a `data:application/json` address with the collection's name, symbol and creator (`collaborators`).
    function contractURI() external view returns (string memory);

    /// @notice The factory that made this collection.
    function factory() external view returns (address);

    /// @notice sha-256 of the token's metadata JSON; zero while nothing is minted under the id.
    function digestOf(uint256 tokenId) external view returns (bytes32);

    /// @notice The creator's part of every sale of this token, in hundredths of a percent.
    function royaltyBpsOf(uint256 tokenId) external view returns (uint16);

    /// @notice ERC-2981: who gets how much of a sale, rounded down. Zero for an id never minted.
    function royaltyInfo(uint256 tokenId, uint256 salePrice) external view returns (address receiver, uint256 amount);

    /// @notice The EIP-712 hash the creator signs for a request.
    function hashMintRequest(MintRequest calldata request) external view returns (bytes32);
}
