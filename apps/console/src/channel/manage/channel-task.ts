import type { ChannelObject } from '@posthorn/contract'

/** What a dialog of a channel is about. */
export type ChannelTask = 'members' | 'notifications' | 'edit' | 'retention' | 'leave' | 'archive'

/** The props of each dialog. */
export type ChannelDialogProps = { channel: ChannelObject; title: string; onClose: () => void }
