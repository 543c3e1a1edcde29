import { Link } from '@tanstack/react-router'
import { useTeam } from '../../data/teams.js'
import { Icon } from '../../ui/icon.js'
import { nameOf, useTargetChannel } from '../target-channel.js'

/** A channel's name by id, or a note that it is archived or private. */
export function ChannelName({ id, isLinked = false }: { id: string; isLinked?: boolean }) {
  const team = useTeam()
  const channel = useTargetChannel(id)
  if (!channel) return <span className="text-quiet">{channel === null ? 'archived or private' : '…'}</span>
  const name = (
    <>
      <Icon name={channel.type === 'P' ? 'lock' : 'hash'} className="size-3.5 text-quiet" />
      <span dir="auto" className="truncate">
        {nameOf(channel)}
      </span>
    </>
  )
  const classes = 'inline-flex min-w-0 max-w-full items-center gap-1 align-bottom'
  if (!isLinked)
    return (
      <span title={nameOf(channel)} className={classes}>
        {name}
      </span>
    )
  return (
    <Link
      to="/$team/channels/$channel"
      params={{ team: team.name, channel: channel.name }}
      title={nameOf(channel)}
      className={`${classes} hover:underline`}
    >
      {name}
    </Link>
  )
}
