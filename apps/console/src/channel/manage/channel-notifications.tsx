import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { membershipsQuery } from '../../data/channels.js'
import { api } from '../../data/client/api.js'
import { useMe } from '../../data/session.js'
import { isMuted } from '../../data/sidebar.js'
import { useTeam } from '../../data/teams.js'
import { FormError } from '../../server/states.js'
import { Button } from '../../ui/button.js'
import { Select } from '../../ui/forms/field.js'
import { Toggle } from '../../ui/forms/toggle.js'
import { Modal } from '../../ui/modal.js'
import { toast } from '../../ui/toast.js'
import type { ChannelDialogProps } from './channel-task.js'

type Level = 'default' | 'all' | 'none'
type Choice = { desktop: Level; mark_unread: 'all' | 'mention' }

/** Saves what a channel notifies the user about. */
function useSave(channel: string, onClose: () => void) {
  const team = useTeam()
  const me = useMe()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (choice: Choice) =>
      api.updateChannelNotifyProps({
        params: { team: team.id },
        body: { channel_id: channel, user_id: me.id, ...choice },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: membershipsQuery(team.id).queryKey })
      toast('Saved')
      onClose()
    },
  })
}

/** The user's own notification settings for a channel. */
export function ChannelNotifications({ channel, title, onClose }: ChannelDialogProps) {
  const team = useTeam()
  const form = useId()
  const { data: members } = useQuery(membershipsQuery(team.id))
  const member = members?.[channel.id]
  const [level, setLevel] = useState<Level>(levelOf(member?.notify_props.desktop))
  const [muted, setMuted] = useState(isMuted(member))
  const { mutate, isPending, error } = useSave(channel.id, onClose)
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={form} look="primary" busy={isPending}>
        Save changes
      </Button>
    </>
  )
  return (
    <Modal title={`Notifications of ${title}`} onClose={onClose} actions={actions}>
      <form
        id={form}
        onSubmit={event => {
          event.preventDefault()
          mutate({ desktop: level, mark_unread: muted ? 'mention' : 'all' })
        }}
        className="flex flex-col gap-4"
      >
        <Select
          label="Notify me about"
          hint="Only for you. Turn on desktop notifications in your account."
          value={level}
          onChange={event => setLevel(event.target.value as Level)}
        >
          <option value="all">All new posts</option>
          <option value="default">{channel.type === 'D' ? 'All new messages' : 'Mentions'}</option>
          <option value="none">Nothing</option>
        </Select>
        <Toggle
          label="Mute"
          hint="The sidebar shows only mentions, not other unread posts."
          checked={muted}
          onChange={setMuted}
        />
        {error && <FormError error={error} />}
      </form>
    </Modal>
  )
}

/** Mentions are the default of every channel. */
function levelOf(stored: string | undefined): Level {
  return stored === 'all' || stored === 'none' ? stored : 'default'
}
