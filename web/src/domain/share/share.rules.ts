/** Where a page can be shared: brands have the same name in every language. */
export const shareLinks = (url: string, title: string): { name: string; href: string }[] => {
  const [at, words] = [encodeURIComponent(url), encodeURIComponent(title)];
  return [
    { name: 'X', href: `https://x.com/intent/post?url=${at}&text=${words}` },
    { name: 'Telegram', href: `https://t.me/share/url?url=${at}&text=${words}` },
    { name: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${at}` },
    { name: 'email', href: `mailto:?subject=${words}&body=${at}` },
  ];
};

/** HTML that shows a card on another site. @param title of a user: it becomes an attribute */
export const embedCode = (url: string, title: string): string =>
  `<iframe src="${url}" title="${title.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`)}" width="400" height="500" loading="lazy" style="border:0;border-radius:16px;max-width:100%"></iframe>`;
