import { useEffect } from 'react'
import { addressOf } from '../address.js'
import type { Channel, Team, User } from '../api.js'
import { channelName } from '../channel-name.js'
import { Link } from '../parts/link.js'
import { Failure, Loading } from '../parts/states.js'
import { type Here, useHere } from '../use-here.js'
import { ChannelScreen } from './channel.js'

/** The caller's channels in the team that the URL names, and the one of them that it names. */
export function TeamScreen({ me, onSessionOver }: { me: User; onSessionOver: () => void }) {
  const here = useHere()
  const sessionOver = here.trouble?.status === 401
  useEffect(() => {
    if (sessionOver) onSessionOver()
  }, [sessionOver, onSessionOver])

  return (
    <div className="team">
      <header className="bar">
        <img src="/favicon.svg" alt="" width="24" height="24" />
        <b>{here.team?.display_name ?? 'Posthorn'}</b>
        <span>{me.username}</span>
      </header>
      <nav aria-label="Channels">
        {here.team && <ChannelList team={here.team} channels={here.channels ?? []} current={here.channel} />}
      </nav>
      <main>
        <Content {...here} />
      </main>
    </div>
  )
}

type ChannelListProps = { team: Team; channels: Channel[]; current: Channel | undefined }

function ChannelList({ team, channels, current }: ChannelListProps) {
  return (
    <ul>
      {channels.map(channel => (
        <li key={channel.id}>
          <Link to={addressOf({ team: team.name, channel: channel.name })} current={channel === current}>
            {channelName(channel)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Content({ address, teams, team, channels, channel, trouble }: Here) {
  if (!teams || (team && !channels))
    return trouble ? <Failure trouble={trouble}>Trying again …</Failure> : <Loading what="the channels" />
  if (teams.length === 0)
    return <p className="state">You are in no team yet. Ask an administrator to add you to one.</p>
  if (!team) return <Elsewhere what="team" name={address.team} teams={teams} />
  if (channels?.length === 0)
    return <p className="state">You are in no channel of this team yet. Ask somebody in it to add you.</p>
  if (!channel) return <Elsewhere what="channel" name={address.channel} teams={[team]} />
  return <ChannelScreen key={channel.id} team={team} channel={channel} />
}

type ElsewhereProps = { what: 'team' | 'channel'; name: string; teams: Team[] }

function Elsewhere({ what, name, teams }: ElsewhereProps) {
  return (
    <div className="state">
      <p>
        You are in no {what} called {name}.
      </p>
      {teams.map(team => (
        <p key={team.id}>
          <Link to={`/${encodeURIComponent(team.name)}`} current={false}>
            Go to {team.display_name}
          </Link>
        </p>
      ))}
    </div>
  )
}
