import { calls, getUserImage as imageCall, maxPictureBytes, ok } from '@posthorn/contract'
import { deletePicture, findPicture, findUser, savePicture } from '@posthorn/db'
import { fingerprint } from '../../../http/answers/etag.js'
import { Media } from '../../../http/answers/media.js'
import { tagged } from '../../../http/answers/tagged.js'
import { serve } from '../../../http/serve-calls.js'
import { userUpdated } from '../../../live/events.js'
import { mayManage, visibleToOthers } from '../../../objects/profiles.js'
import { refused } from '../../../refusals/refused.js'
import { drawnPicture } from './draw.js'
import { encodePicture } from './encode.js'

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
    const encoded = await encodePicture(file, caller.user.id)
    if (encoded.outcome !== 'encoded') return refused(encoded.outcome)
    await savePicture(deps.db, id, { picture: new Uint8Array(encoded.picture), changedAt: deps.nowMs() })
    deps.live.tell(...userUpdated(user, visibleToOthers(deps)))
    return ok
  },
)

export const resetUserImage = serve(calls.resetUserImage, async ({ deps, caller, params: { user: id } }) => {
  if (!mayManage(caller.user, id)) return refused('no_permission_api')
  const user = await findUser(deps.db, id)
  if (!user) return refused('no_such_user')
  await deletePicture(deps.db, id)
  deps.live.tell(...userUpdated(user, visibleToOthers(deps)))
  return ok
})
