import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** One instruction of a Dockerfile: `RUN npm ci` is `{ name: 'RUN', args: 'npm ci' }`. */
export interface Instruction {
  name: string;
  args: string;
}

/** A service of compose.yaml; `command` as its container runs it. */
interface ComposeService {
  name: string;
  /** Absent for a third party's image. */
  command: string[] | undefined;
  environment: Record<string, string>;
}

/** The content of Dockerfile and compose.yaml, as far as it can be checked without Docker. */
export interface ContainerFiles {
  /** One list of instructions for each stage, its FROM first. */
  stages: Instruction[][];
  services: ComposeService[];
  /** Patterns of .dockerignore. */
  ignored: string[];
}

/** @throws Error that names the line of an unknown instruction */
export function parseDockerfile(text: string): Instruction[][] {
  const stages: Instruction[][] = [];
  for (const line of text.replace(/\\\n/g, ' ').split('\n')) {
    if (!line.trim() || line.startsWith('#')) continue;
    const [, name, args] = /^(FROM|WORKDIR|COPY|RUN|ENV|USER|VOLUME|EXPOSE|CMD)\s+(.+)$/.exec(line) ?? [];
    if (!name || !args) throw new Error(`Dockerfile: unknown instruction "${line}"`);
    if (name === 'FROM') stages.push([]);
    if (stages.length === 0) throw new Error(`Dockerfile: "${line}" comes before the first FROM`);
    stages.at(-1)!.push({ name, args });
  }
  return stages;
}

/** Reads the three files of a checkout. A service without a command runs the image's CMD. */
export function readContainerFiles(root: string): ContainerFiles {
  const read = (name: string) => readFileSync(join(root, name), 'utf8');
  const stages = parseDockerfile(read('Dockerfile'));
  const imageCommand = JSON.parse(stages.at(-1)!.find(({ name }) => name === 'CMD')?.args ?? '[]') as string[];
  const compose = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, { image?: string; command?: string[]; environment?: Record<string, string> }>;
  };
  return {
    stages,
    services: Object.entries(compose.services).map(([name, service]) => ({
      name,
      command: service.command ?? (service.image ? undefined : imageCommand),
      environment: service.environment ?? {},
    })),
    ignored: read('.dockerignore').split('\n').filter(Boolean),
  };
}
