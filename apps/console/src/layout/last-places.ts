/** Remembers the last team and channel in this browser, so that `/` and `/{team}` open them. */
const teamKey = 'posthorn.team'
const channelKey = (team: string) => `posthorn.channel.${team}`

export const lastTeam = (): string => localStorage.getItem(teamKey) ?? ''
export const rememberTeam = (name: string): void => localStorage.setItem(teamKey, name)
export const lastChannel = (team: string): string => localStorage.getItem(channelKey(team)) ?? ''
export const rememberChannel = (team: string, name: string): void =>
  localStorage.setItem(channelKey(team), name)
