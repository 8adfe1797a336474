import type { Plugin } from 'vite';

/**
 * antd's inputs ask for the context of its forms, and with it came the whole library of forms, fields and their checks
 * (15 kB gzipped on every visit), which the console has no use for. They get the context alone.
 */
export function formsOfOurOwn(): Plugin {
  return {
    name: 'bowerbird:forms-of-our-own',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      return source === '@rc-component/form' && /antd\/es\/form\/context\.js$/.test(importer ?? '')
        ? this.resolve('@rc-component/form/es/FormContext.js', importer, { skipSelf: true })
        : undefined;
    },
  };
}
