/** A post's message, in code points (docs/behaviour.md, limits). */
export const postLimit = 4000

/** What the sender writes into a post's props, in code points of JSON; a hook adds at most 400 (docs/behaviour.md, limits). */
export const propsLimit = 7600

/** Spec 15, limits of a delivery; its posts are limited by `maxPostsPerDelivery`. */
export const maxAttachments = 100
export const maxFields = 100

/** How deep `props`, a field's value or an action may nest. Deeper, `JSON.stringify` would end in a stack overflow. */
export const maxDepth = 50

/** Days for which the offer of a hook can be accepted. */
export const maxOfferDays = 7
