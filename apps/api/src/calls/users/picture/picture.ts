import { Readable } from 'node:stream'
import { calls, getUserImage as imageCall, maxPictureBytes, ok } from '@posthorn/contract'
import { deletePicture, findPicture, findUser, savePicture } from '@posthorn/db'
import { type PictureShape, shrinkPicture } from '../../../files/pictures/shrink.js'
import { fingerprint } from '../../../http/answers/etag.js'
import { Media } from '../../../http/answers/media.js'
import { tagged } from '../../../http/answers/tagged.js'
import { payerOf } from '../../../http/callers/caller.js'
import { serve } from '../../../http/serve-calls.js'
import { userUpdated } from '../../../live/events.js'
import { mayManage, visibleToOthers } from '../../../objects/profiles.js'
import { refused } from '../../../refusals/refused.js'

/** What is stored of a picture. */
const square: PictureShape = { side: 256, fit: 'cover' }

const whyNot = { busy: 'picture_busy', no_picture: 'no_picture' } as const

/** Dark enough for white letters, by WCAG AA. */
const colours = ['#4f46e5', '#0f766e', '#b45309', '#be185d', '#1d4ed8', '#6d28d9', '#15803d', '#b91c1c']

/** Draws the initials of a user name on a colour derived from it, as an SVG. */
function drawnPicture({ id, username }: { id: string; username: string }): string {
  const colour = colours[sumOf(id) % colours.length]
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256">',
    `<rect width="256" height="256" fill="${colour}"/>`,
    '<text x="128" y="128" dy="0.35em" text-anchor="middle" font-family="system-ui, sans-serif" font-weight="600"',
    ` font-size="112" fill="#fff">${initialsOf(username)}</text></svg>`,
  ].join('')
}

/** Returns AL for `ada.lovelace` and A for `ada`. User names contain nothing that needs escaping. */
function initialsOf(username: string): string {
  const words = username.split(/[^a-z0-9]+/i).filter(word => word !== '')
  const [first = '?', ...others] = words.map(word => word.slice(0, 1).toUpperCase())
  return first + (others.at(-1) ?? '')
}

function sumOf(id: string): number {
  return Array.from(id).reduce((sum, character) => sum + character.charCodeAt(0), 0)
}

export const getUserImage = serve(imageCall, async ({ deps, params }) => {
  const [user, stored] = await Promise.all([
    findUser(deps.db, params.user),
    findPicture(deps.db, params.user),
  ])
  if (!user) return refused('no_such_user')
  if (stored) return tagged([user.id, stored.changedAt], new Media('image/webp', Buffer.from(stored.picture)))
  const drawn = drawnPicture(user)
  return tagged([fingerprint(drawn)], new Media('image/svg+xml', Buffer.from(drawn)))
})

export const setUserImage = serve(
  calls.setUserImage,
  async ({ deps, caller, params: { user: id }, body }) => {
    if (!mayManage(caller.user, id)) return refused('no_permission_api')
    const user = await findUser(deps.db, id)
    if (!user) return refused('no_such_user')
    const file = Buffer.from(body.image, 'base64')
    if (file.length > maxPictureBytes) return refused('no_picture', `The limit is ${maxPictureBytes} bytes.`)
    const shrunk = await shrinkPicture(
      async () => Readable.from([file]),
      payerOf(caller.session).userId,
      square,
    )
    if (shrunk.outcome !== 'shrunk') return refused(whyNot[shrunk.outcome])
    await savePicture(deps.db, id, { picture: new Uint8Array(shrunk.webp), changedAt: deps.nowMs() })
    deps.live.publish(...userUpdated(user, visibleToOthers(deps)))
    return ok
  },
)

export const resetUserImage = serve(calls.resetUserImage, async ({ deps, caller, params: { user: id } }) => {
  if (!mayManage(caller.user, id)) return refused('no_permission_api')
  const user = await findUser(deps.db, id)
  if (!user) return refused('no_such_user')
  await deletePicture(deps.db, id)
  deps.live.publish(...userUpdated(user, visibleToOthers(deps)))
  return ok
})
