/** What the API of Rocket.Chat returns, as its documentation describes it. */
export const rocketchat = {
  channels: {
    channels: [
      { _id: 'GENERAL', name: 'general', t: 'c', topic: 'All', description: 'Everything', msgs: 9 },
      { _id: 'k2', name: 'Schiffe & Häfen', t: 'p' },
    ],
    ...{ offset: 0, count: 2, total: 2, success: true },
  },
  hooks: {
    integrations: [
      {
        ...{ _id: 'i1', type: 'webhook-incoming', enabled: true, name: 'Builds', username: 'rocket.cat' },
        ...{ channel: ['#general'], token: 'tokenOfRocket', _createdBy: { _id: 'u', username: 'ada' } },
      },
      { _id: 'i2', type: 'webhook-outgoing', enabled: true, name: 'Out', channel: ['#general'], token: 'x' },
      { _id: 'i3', type: 'webhook-incoming', enabled: true, name: 'Lost', channel: ['@ada'], token: 'y' },
    ],
    success: true,
  },
}

/** What the API of Discord returns, as its documentation describes it. */
export const discord = {
  channels: [
    { id: '11', guild_id: '1', name: 'general', type: 0, topic: 'All', permission_overwrites: [] },
    {
      ...{ id: '12', guild_id: '1', name: 'crew', type: 0, topic: null },
      permission_overwrites: [{ id: '1', type: 0, allow: '0', deny: '1024' }],
    },
    { id: '13', guild_id: '1', name: 'Voice', type: 2 },
  ],
  hooks: [
    { id: '21', type: 1, guild_id: '1', channel_id: '12', name: 'Builds', token: 'tokenOfDiscord' },
    { id: '22', type: 2, guild_id: '1', channel_id: '12', name: 'Followed' },
  ],
}
