import { attachments } from './attachments.js'
import { body } from './body.js'
import type { Claims } from './claim.js'
import { look } from './look.js'
import { mention } from './mentions.js'
import { otherKeys } from './other-keys.js'
import { target } from './target.js'
import { text } from './text.js'

/** Everything that docs/compatibility.md says, by the key of its row. */
export const claims: Claims = {
  ...body,
  ...text,
  ...mention,
  ...target,
  ...look,
  ...attachments,
  ...otherKeys,
}
