/** Where Slack treats a payload differently. The texts match docs/compatibility.md, by key. */
export type Difference = { key: string; what: string; slack: string; here: string }

type Kind = Difference & {
  /** Matches in markdown. */
  text?: RegExp
  /** A key of the payload or of an attachment. */
  payloadKey?: string
  attachmentKey?: string
}

/** All differences, roughly in the order of docs/compatibility.md. */
export const kinds: Kind[] = [
  {
    key: 'markdown.single_star',
    what: '*words*',
    slack: 'bold',
    here: 'No effect as bold: italic, as in Markdown',
    text: /(?<![*\w])\*(?![*\s])[^*\n]+\*(?!\*)/,
  },
  {
    key: 'markdown.bold',
    what: '**words**',
    slack: 'not in its mrkdwn',
    here: 'Supported',
    text: /\*\*[^*\n]+\*\*/,
  },
  {
    key: 'markdown.single_tilde',
    what: '~words~',
    slack: 'struck through',
    here: 'No effect. A word right after the first ~ becomes a channel link.',
    text: /(?<![~\w])~(?![~\s])[^~\n]+~(?!~)/,
  },
  {
    key: 'markdown.heading',
    what: '## Heading',
    slack: 'not in its mrkdwn',
    here: 'Supported',
    text: /^#{1,6} /m,
  },
  {
    key: 'markdown.link',
    what: '[words](https://e.com)',
    slack: 'not in its mrkdwn',
    here: 'Supported for http, https, mailto and ftp. For tel and URLs of other programs, only the words are shown.',
    text: /\[[^\]\n]+\]\(\w/,
  },
  {
    key: 'markdown.table',
    what: 'a table with pipes',
    slack: 'not in its mrkdwn',
    here: 'Supported',
    text: /^\|.+\|\s*$/m,
  },
  {
    key: 'markdown.emoji',
    what: ':tada:',
    slack: 'an emoji',
    here: 'Supported in the HTML: an emoji. The message keeps the code.',
    text: /(?<![:\w]):[a-z][a-z0-9_+-]*:(?![:\w])/,
  },
  {
    key: 'text.date',
    what: '<!date^1392734382^{date_short}|Feb 18, 2014>',
    slack: "the date in the reader's time zone",
    here: 'No effect: stays as written, shown as the words after the bar',
    text: /<!date\^/,
  },
  {
    key: 'text.channel_id',
    what: '<#C024BE7LR>',
    slack: 'a link to the channel',
    here: 'No effect',
    text: /<#C\w+[|>]/,
  },
  {
    key: 'mention.channel',
    what: '@channel',
    slack: 'none. Slack requires <!channel>.',
    here: 'Supported for up to 1000 members',
    text: /(?<!\w)@channel\b/,
  },
  {
    key: 'mention.here',
    what: '@here',
    slack: 'none. Slack requires <!here>.',
    here: 'No effect',
    text: /(?<!\w)@here\b/,
  },
  {
    key: 'mention.here_tag',
    what: '<!here>',
    slack: 'mentions active members',
    here: 'No effect. Shown as @here.',
    text: /<!here[|>]/,
  },
  {
    key: 'mention.everyone_tag',
    what: '<!everyone>',
    slack: 'mentions the whole workspace',
    here: 'No effect. Shown as @everyone.',
    text: /<!everyone[|>]/,
  },
  {
    key: 'mention.subteam_tag',
    what: '<!subteam^S024BE7LR>',
    slack: 'mentions a group of users',
    here: 'No effect. Shown as its label, or else its id.',
    text: /<!subteam\^/,
  },
  {
    key: 'mention.user_id',
    what: '<@U024BE7LH>',
    slack: 'mentions the user with that id',
    here: 'No effect. Shown as @U024BE7LH.',
    text: /<@[UW][A-Z0-9]+[|>]/,
  },
  {
    key: 'mention.channel_word',
    what: '~channel',
    slack: 'none',
    here: 'Supported: shown as a link',
    text: /(?<![~\w])~[a-z0-9][a-z0-9_-]*(?![~\w])/,
  },
  {
    key: 'icon_emoji',
    what: 'icon_emoji',
    slack: 'legacy hooks',
    here: 'Ignored, reported',
    payloadKey: 'icon_emoji',
  },
  {
    key: 'attachment.mrkdwn_in',
    what: 'mrkdwn_in',
    slack: 'the keys that are mrkdwn',
    here: 'Ignored, reported: they are always Markdown',
    attachmentKey: 'mrkdwn_in',
  },
  {
    key: 'attachment.actions',
    what: 'actions',
    slack: 'buttons, but not from legacy hooks',
    here: 'Ignored, reported: shown and stored without their callbacks, and never called',
    attachmentKey: 'actions',
  },
]
