import { useEffect } from 'react'
import { type Address, addressOf, goTo, useAddress } from './address.js'
import { type Channel, paths, type Team, type Trouble } from './api.js'
import { channelName } from './channel-name.js'
import { useFresh } from './use-fresh.js'

/** Undefined is what has not come yet, or what the URL names and the caller is not in. */
export type Here = {
  address: Address
  teams: Team[] | undefined
  team: Team | undefined
  channels: Channel[] | undefined
  channel: Channel | undefined
  trouble: Trouble | undefined
}

/** Where a team's members are when they chose no channel, and where the first hook posts. */
const firstChannel = 'town-square'

/** What the URL names among the caller's teams and channels. What it leaves out is chosen, and put into it. */
export function useHere(): Here {
  const address = useAddress()
  const map = useFresh<Record<string, Team>>(paths.teams)
  const teams = map.value && Object.values(map.value)
  const team = address.team ? named(teams, address.team) : teams?.[0]
  const { value: channels, trouble } = useFresh<Channel[]>(team && paths.channels(team.id))
  const channel = address.channel
    ? named(channels, address.channel)
    : (named(channels, firstChannel) ?? channels?.[0])
  useWholeAddress(address, team, channel)
  useTitle(team, channel)
  return { address, teams, team, channels, channel, trouble: map.trouble ?? trouble }
}

function named<T extends { name: string }>(list: T[] | undefined, wanted: string): T | undefined {
  return list?.find(({ name }) => name === wanted)
}

function useWholeAddress(address: Address, team: Team | undefined, channel: Channel | undefined) {
  const whole = team && channel && addressOf({ team: team.name, channel: channel.name })
  const incomplete = address.team === '' || address.channel === ''
  useEffect(() => {
    if (whole && incomplete) goTo(whole, 'replace')
  }, [whole, incomplete])
}

function useTitle(team: Team | undefined, channel: Channel | undefined) {
  const title = [channel && channelName(channel), team?.display_name, 'Posthorn'].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
