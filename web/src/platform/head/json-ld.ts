/** Makes the paths of pictures absolute URLs, because readers may get this data from a cache. A name may look like a path. */
export const withPictureUrls = (data: object, origin: string): unknown =>
  JSON.parse(
    JSON.stringify(data, (key, value: unknown) =>
      key === 'image' && typeof value === 'string' ? new URL(value, origin).href : value,
    ),
  );
