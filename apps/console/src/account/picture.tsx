import { maxPictureBytes } from '@posthorn/contract'
import { type ChangeEvent, useRef } from 'react'
import { UserAvatar } from '../channel/posts/user-avatar.js'
import { api } from '../data/client/api.js'
import { useMe } from '../data/session.js'
import { Part } from '../layout/part.js'
import { FormError } from '../server/states.js'
import { Button } from '../ui/button.js'
import { useChange } from './use-change.js'

const megabytes = Math.floor(maxPictureBytes / 1024 / 1024)

/** The user's picture, or their initials. */
export function PicturePart() {
  const me = useMe()
  const input = useRef<HTMLInputElement>(null)
  const params = { user: me.id }
  const upload = useChange(async (file: File) =>
    api.setUserImage({ params, body: { image: await base64Of(file) } }),
  )
  const reset = useChange(() => api.resetUserImage({ params }))
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    target.value = '' // so that the same file can be chosen again
    if (file) upload.mutate(file)
  }
  const error = upload.error ?? reset.error
  return (
    <Part title="Picture" about="Shown next to your messages and your webhooks’ posts.">
      <div className="flex flex-wrap items-center gap-4">
        <UserAvatar user={me.id} name={me.username} size="lg" />
        <input
          ref={input}
          type="file"
          aria-label="Picture"
          accept="image/png,image/jpeg,image/webp,image/gif"
          onChange={choose}
          className="sr-only"
          tabIndex={-1}
        />
        <Button busy={upload.isPending} onClick={() => input.current?.click()}>
          Choose picture
        </Button>
        <Button look="quiet" busy={reset.isPending} onClick={() => reset.mutate()}>
          Use initials
        </Button>
      </div>
      <p className="text-sm text-quiet">
        JPEG, PNG, WebP or GIF, at most {megabytes} MB. The picture is cropped to a square, and its metadata
        is removed.
      </p>
      {error && <FormError error={error} />}
    </Part>
  )
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
}
