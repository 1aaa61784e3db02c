// node run.mjs PACKAGE_FOLDER < script.py: runs the script in MicroPython with the package mounted beside it.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createRequire } from "node:module";

const [folder, modules] = process.argv.slice(2);
const require = createRequire(join(modules, "node_modules", "here.js"));
const { loadMicroPython } = await import(require.resolve("@micropython/micropython-webassembly-pyscript"));
const python = await loadMicroPython({ stdout: (line) => console.log(line), linebuffer: true, heapsize: 8 * 1024 * 1024 });
const target = "/" + basename(folder);
python.FS.mkdir(target);
for (const name of readdirSync(folder).filter((each) => each.endsWith(".py"))) {
  python.FS.writeFile(`${target}/${name}`, readFileSync(join(folder, name)));
}
python.runPython("import sys\nsys.path.append('/')");
python.runPython(readFileSync(0, "utf8"));
