/** IDs of files end in `00`, like all IDs that are not of posts. */
const base = (id: string) => id.slice(0, 24)

/** Returns the ID under which the thumbnail of a file is stored. */
export const thumbnailIdOf = (id: string): string => `${base(id)}01`

/** Returns the ID of the file to which stored bytes belong: its own or its thumbnail's. */
export const fileIdOf = (storedId: string): string =>
  storedId.endsWith('01') ? `${base(storedId)}00` : storedId
