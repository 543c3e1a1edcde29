import { useMutation, useQueryClient } from '@tanstack/react-query'
import { saveShowsReplies, useShowsReplies } from '../data/preferences.js'
import { useMe } from '../data/session.js'
import { Part } from '../layout/part.js'
import { FormError } from '../server/states.js'
import { Toggle } from '../ui/forms/toggle.js'

/** How channels look, in all of the user's browsers. */
export function DisplayPart() {
  const client = useQueryClient()
  const me = useMe()
  const stored = useShowsReplies()
  const { mutate, variables, isPending, error } = useMutation({
    mutationFn: (shows: boolean) => saveShowsReplies(client, me.id, shows),
  })
  return (
    <Part title="Display" about="In all your browsers.">
      <Toggle
        label="Show replies in the channel"
        hint="If this is off, replies appear only in their thread. A link below the post opens it."
        checked={isPending ? variables : (stored ?? false)}
        onChange={mutate}
        disabled={stored === undefined}
      />
      {error && <FormError error={error} />}
    </Part>
  )
}
