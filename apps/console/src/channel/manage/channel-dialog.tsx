import type { RetentionObject } from '@posthorn/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useId, useState } from 'react'
import { membershipsQuery } from '../../data/channels.js'
import { api } from '../../data/client/api.js'
import { retentionQuery } from '../../data/retention.js'
import { useMe } from '../../data/session.js'
import { isMuted } from '../../data/sidebar.js'
import { membershipQuery, useTeam } from '../../data/teams.js'
import { ConfirmRetention, choiceOf, daysOf, RetentionFields } from '../../retention/retention-form.js'
import { Confirm } from '../../server/confirm.js'
import { ErrorState, FormError, Loading } from '../../server/states.js'
import { Button } from '../../ui/button.js'
import { Select } from '../../ui/forms/field.js'
import { Toggle } from '../../ui/forms/toggle.js'
import { Modal } from '../../ui/modal.js'
import { toast } from '../../ui/toast.js'
import { ChannelMembers } from './channel-members.js'
import type { ChannelDialogProps, ChannelTask } from './channel-task.js'
import { EditChannel } from './edit-channel.js'
import { useChannelChange, useFirstChannel } from './use-channel-change.js'

const dialogs: Record<ChannelTask, ComponentType<ChannelDialogProps>> = {
  members: ChannelMembers,
  notifications: ChannelNotifications,
  edit: EditChannel,
  retention: ChannelRetention,
  leave: LeaveChannel,
  archive: ArchiveChannel,
}

/** A dialog that a channel's header opens. Loaded when it is first needed. */
export function ChannelDialog({ task, ...props }: ChannelDialogProps & { task: ChannelTask }) {
  const Dialog = dialogs[task]
  return <Dialog {...props} />
}

function ArchiveChannel({ channel, title, onClose }: ChannelDialogProps) {
  const team = useTeam()
  const toFirstChannel = useFirstChannel()
  const doing = useChannelChange(
    () => api.archiveChannel({ params: { team: team.id, channel: channel.id } }),
    {
      done: `Archived ${title}`,
      onDone: toFirstChannel,
    },
  )
  return (
    <Confirm
      title={`Archive ${title}?`}
      action="Archive channel"
      look="danger"
      doing={doing}
      onConfirm={() => doing.mutate()}
      onClose={onClose}
    >
      <p className="text-quiet">
        It disappears for everyone, and its webhooks stop working. Its posts stay. Its creator and
        administrators can restore it with its webhooks under “Browse channels”.
      </p>
    </Confirm>
  )
}

function LeaveChannel({ channel, title, onClose }: ChannelDialogProps) {
  const team = useTeam()
  const toFirstChannel = useFirstChannel()
  const doing = useChannelChange(() => api.leaveChannel({ params: { team: team.id, channel: channel.id } }), {
    done: `Left ${title}`,
    onDone: toFirstChannel,
  })
  return (
    <Confirm
      title={`Leave ${title}?`}
      action="Leave channel"
      look="danger"
      doing={doing}
      onConfirm={() => doing.mutate()}
      onClose={onClose}
    >
      <p className="text-quiet">
        {channel.type === 'P'
          ? 'It is private, so you can’t read it until a member adds you again. Your webhooks can’t post to it.'
          : 'You can join again at any time.'}
      </p>
    </Confirm>
  )
}

/** How long a channel's posts are stored. Team administrators can change it. */
function ChannelRetention({ channel, title, onClose }: ChannelDialogProps) {
  const place = { team: useTeam().id, channel: channel.id }
  const { data, error, refetch } = useQuery(retentionQuery(place))
  if (data) return <Loaded {...{ channel, title, onClose, place, stored: data }} />
  return (
    <Modal title={`Old posts of ${title}`} onClose={onClose}>
      {error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="how long posts are stored" />}
    </Modal>
  )
}

type LoadedProps = ChannelDialogProps & { place: { team: string; channel: string }; stored: RetentionObject }

function Loaded({ title, onClose, place, stored }: LoadedProps) {
  const form = useId()
  const mayChange = useIsTeamAdmin(place.team)
  const [choice, setChoice] = useState(choiceOf(stored))
  const [isAsking, setIsAsking] = useState(false)
  const days = daysOf(choice)
  if (isAsking) {
    const applying = days ?? stored.inherited_days
    return (
      <ConfirmRetention {...{ place, days, applying }} onSaved={onClose} onClose={() => setIsAsking(false)} />
    )
  }
  const actions = (
    <>
      <Button onClick={onClose}>{mayChange ? 'Cancel' : 'Close'}</Button>
      {mayChange && (
        <Button type="submit" form={form} look="primary">
          Continue
        </Button>
      )}
    </>
  )
  return (
    <Modal title={`Old posts of ${title}`} onClose={onClose} actions={actions}>
      <form
        id={form}
        onSubmit={event => {
          event.preventDefault()
          setIsAsking(true)
        }}
        className="flex flex-col gap-4"
      >
        <RetentionFields {...{ stored, choice }} above="team" disabled={!mayChange} onChange={setChoice} />
        {!mayChange && <p className="text-sm text-quiet">Team administrators can change this.</p>}
      </form>
    </Modal>
  )
}

function useIsTeamAdmin(team: string): boolean {
  const me = useMe()
  const isAdmin = me.roles.includes('system_admin')
  const { data: member } = useQuery({ ...membershipQuery(team, me.id), enabled: !isAdmin })
  return isAdmin || member?.roles.includes('team_admin') === true
}

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
function ChannelNotifications({ channel, title, onClose }: ChannelDialogProps) {
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
