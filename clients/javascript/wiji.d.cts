// The types for CommonJS, where the module is the function: const wiji = require('wiji').
import type * as types from './wiji.js' with { 'resolution-mode': 'import' }

declare const wiji: types.Wiji

declare namespace wiji {
	export type Id = types.Id
	export type WijiId<Of = unknown> = types.WijiId<Of>
	export type Moment = types.Moment
	export type Fields = types.Fields
	export type Options = types.Options
	export type Generator = types.Generator
	export type Wiji = types.Wiji
}

export = wiji
