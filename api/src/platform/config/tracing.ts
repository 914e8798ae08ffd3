import { ConfigError, type Environment, readUrl } from './variables.ts';

/** Traces go to an OpenTelemetry collector. */
export interface TracingConfig {
  /** The share of requests that is traced, 0 to 1. */
  readonly ratio: number;
}

/** The samplers of OpenTelemetry that follow the decision of the caller. */
const SAMPLERS = ['parentbased_always_on', 'parentbased_traceidratio'];

/**
 * The variables of OpenTelemetry that switch traces on, and those whose other values would be ignored silently. Its
 * exporter reads OTEL_EXPORTER_OTLP_… itself, such as headers and certificates.
 */
export function readTracing(env: Environment): TracingConfig | undefined {
  const general = readUrl(env, 'OTEL_EXPORTER_OTLP_ENDPOINT');
  const endpoint = readUrl(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? general;
  const isDisabled = env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true';
  if (endpoint === undefined || isDisabled || env.OTEL_TRACES_EXPORTER?.trim() === 'none') return undefined;
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL?.trim() || env.OTEL_EXPORTER_OTLP_PROTOCOL?.trim();
  if (protocol && protocol !== 'http/json')
    throw new ConfigError(`OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, usually at port 4318, not "${protocol}"`);
  const sampler = env.OTEL_TRACES_SAMPLER?.trim() || 'parentbased_always_on';
  if (!SAMPLERS.includes(sampler))
    throw new ConfigError(`OTEL_TRACES_SAMPLER must be one of ${SAMPLERS.join(', ')}, not "${sampler}"`);
  const text = env.OTEL_TRACES_SAMPLER_ARG?.trim() || '1';
  const ratio = sampler === 'parentbased_traceidratio' ? Number(text) : 1;
  if (!(ratio >= 0 && ratio <= 1))
    throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${text}"`);
  return { ratio };
}
