/** The maximum length of a post's message, in code points (docs/behaviour.md, limits). */
export const postLimit = 4000

/** The most that a sender writes into a post's props, in code points of JSON. A hook adds up to 400 (docs/behaviour.md, limits). */
export const propsLimit = 7600

/** Limits of one payload. `maxPostsPerDelivery` limits its posts. */
export const maxAttachments = 100
export const maxFields = 100

/** Fields of one form, whose reader stops after them. Senders have a few. */
export const maxFormFields = 1000

/** Files of one post. */
export const maxFilesPerPost = 10

/** The deepest nesting of `props`, a field's value or an action. Much deeper values overflow the stack of `JSON.stringify`. */
export const maxDepth = 50

/** Days for which a hook's offer can be accepted. */
export const maxOfferDays = 7

/** The maximum length of a sender's key, in code points. Only its digest is stored. */
export const maxKeyLength = 4000
