"""The same fixture for a client in another language: the replay is a command, like any agent.

usage: python3 -m unittest test_delete_file.py   (TURNTABLE: the command, where it is not `turntable`)
"""

import json
import os
import pathlib
import shlex
import subprocess
import unittest

TURNTABLE = shlex.split(os.environ.get("TURNTABLE", "turntable"))
FIXTURE = pathlib.Path(__file__).parent.parent / "delete-file.acp"


class DeleteFile(unittest.TestCase):
    def setUp(self):
        self.agent = subprocess.Popen(
            [*TURNTABLE, "replay", "--wait", "10s", str(FIXTURE)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def tearDown(self):
        self.agent.kill()
        self.agent.communicate()

    def say(self, **message):
        self.agent.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.agent.stdin.flush()

    def answer_to(self, request_id):
        """Reads on to an answer, and says no to what the agent asks meanwhile."""
        for line in self.agent.stdout:
            message = json.loads(line)
            if message.get("method") == "session/request_permission":
                self.say(id=message["id"], result={"outcome": {"outcome": "selected", "optionId": "reject"}})
            elif "method" not in message and message["id"] == request_id:
                return message["result"]
        self.fail(f"the agent left without an answer to {request_id}")

    def test_the_turn_ends_when_the_user_says_no(self):
        self.say(id="a", method="initialize", params={"protocolVersion": 1, "clientCapabilities": {}})
        self.answer_to("a")
        self.say(id="b", method="session/new", params={"cwd": os.getcwd(), "mcpServers": []})
        session = self.answer_to("b")["sessionId"]
        prompt = [{"type": "text", "text": "Delete greet.js."}]
        self.say(id="c", method="session/prompt", params={"sessionId": session, "prompt": prompt})
        self.assertEqual(self.answer_to("c")["stopReason"], "end_turn")

        # exit code 0: all was as recorded; 5: it was not, and stderr says what differs
        _, said = self.agent.communicate(timeout=10)
        self.assertEqual(self.agent.returncode, 0, said)


if __name__ == "__main__":
    unittest.main()
