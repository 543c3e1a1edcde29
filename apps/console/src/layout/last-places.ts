/** Where this browser was last, so that `/` and `/{team}` lead there. What is not to be found any more is passed over. */
const teamKey = 'posthorn.team'
const channelKey = (team: string) => `posthorn.channel.${team}`

export const lastTeam = (): string => localStorage.getItem(teamKey) ?? ''
export const rememberTeam = (name: string): void => localStorage.setItem(teamKey, name)
export const lastChannel = (team: string): string => localStorage.getItem(channelKey(team)) ?? ''
export const rememberChannel = (team: string, name: string): void =>
  localStorage.setItem(channelKey(team), name)
