import { permission, resources } from '@innkeeper/contract';
import { can } from '../../session/user.ts';

export const canLogCall = (): boolean => can(permission('STORE', resources.member.permission));
