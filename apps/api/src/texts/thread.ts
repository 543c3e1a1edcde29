import { serveThread } from '@posthorn/server'
import { textWorks } from './work.js'

serveThread(({ name, given }: { name: keyof typeof textWorks; given: never }) => textWorks[name](given))
