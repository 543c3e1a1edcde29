import { appearance } from './appearance.js'
import { attachments } from './attachments.js'
import { blocks } from './blocks.js'
import { body } from './body.js'
import type { Cases } from './case.js'
import { mention } from './mentions.js'
import { otherKeys } from './other-keys.js'
import { target } from './target.js'
import { text } from './text.js'

/** Every row of docs/compatibility.md by its key. */
export const cases: Cases = {
  ...body,
  ...text,
  ...mention,
  ...target,
  ...appearance,
  ...attachments,
  ...blocks,
  ...otherKeys,
}
