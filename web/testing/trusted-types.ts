// As the server's policy does (security-headers.ts): a screen that writes markup fails in its tests, too.
const policy = document.createElement('meta');
policy.httpEquiv = 'content-security-policy';
policy.content = "require-trusted-types-for 'script'";
document.head.append(policy);

export {};
