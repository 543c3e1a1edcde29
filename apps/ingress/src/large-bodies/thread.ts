import { serveThread } from '@posthorn/server'
import { judge } from '../judge.js'
import { readArguments } from '../read-arguments.js'

/** What is done with large bodies. Each function is pure, so that a thread can run it. */
const bodyWorks = { judge, readArguments }
export type BodyWorks = typeof bodyWorks

serveThread(({ name, given }: { name: keyof BodyWorks; given: never }) => bodyWorks[name](given))
