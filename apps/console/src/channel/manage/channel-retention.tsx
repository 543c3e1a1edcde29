import type { RetentionObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { retentionQuery } from '../../data/retention.js'
import { useMe } from '../../data/session.js'
import { membershipQuery, useTeam } from '../../data/teams.js'
import { ConfirmRetention, choiceOf, daysOf, RetentionFields } from '../../retention/retention-form.js'
import { ErrorState, Loading } from '../../server/states.js'
import { Button } from '../../ui/button.js'
import { Modal } from '../../ui/modal.js'
import type { ChannelDialogProps } from './channel-task.js'

/** How long a channel's posts are stored. Team administrators can change it. */
export function ChannelRetention({ channel, title, onClose }: ChannelDialogProps) {
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
